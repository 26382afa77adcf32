import { useTitle } from '../state/title.ts'
import './home.css'
import { ActiveJobs } from './ActiveJobs.tsx'
import { Endings } from './Endings.tsx'
import { FirstHour } from './FirstHour.tsx'
import { Notes } from './Notes.tsx'
import { Pinned } from './Pinned.tsx'

export function HomeScreen() {
  useTitle('Home')
  return (
    <>
      <h1>Home</h1>
      <Notes />
      <FirstHour />
      <ActiveJobs />
      <Pinned />
      <Endings />
    </>
  )
}
