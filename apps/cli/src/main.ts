// `credence` straight from its sources, without the launcher and so without the service.
import { main } from './program.ts'

await main()
