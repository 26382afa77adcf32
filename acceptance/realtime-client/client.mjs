// Run inside a folder that has aws-amplify: connects, subscribes, is refused, publishes and unsubscribes as an application would; prints one line of JSON
// for each thing that happened. Arguments: endpoint, user id without prefix, credential, authMode.
import { Amplify } from 'aws-amplify'
import { events } from 'aws-amplify/data'

const [endpoint, user, credential, authMode] = process.argv.slice(2)
const tell = (what, more = {}) => console.log(JSON.stringify({ what, ...more }))
const auth = authMode === 'apiKey' ? { authMode, apiKey: credential } : { authMode, authToken: credential }
Amplify.configure({
  API: { Events: { endpoint, region: 'us-east-1', defaultAuthMode: authMode, ...(authMode === 'apiKey' && { apiKey: credential }) } },
})
const saidBy = (error) => error?.errors?.[0]?.message ?? error?.message ?? String(error)

const channel = await events.connect(`/task-status/${user}`, auth)
tell('connected')
const subscription = channel.subscribe({ next: (data) => tell('event', { data }), error: (error) => tell('error', { message: saidBy(error) }) }, auth)
const foreign = await events.connect(`/task-status/${'0'.repeat(32)}`, auth)
foreign.subscribe({ next: () => tell('foreign event'), error: (error) => tell('refused', { message: saidBy(error) }) }, auth)
process.stdin.on('data', async (data) => {
  for (const word of data.toString().trim().split('\n')) {
    if (word === 'publish')
      await channel.publish({ any: 'thing' }, auth).then(
        () => tell('published'),
        (error) => tell('not published', { message: saidBy(error) }),
      )
    if (word === 'unsubscribe') {
      subscription.unsubscribe()
      tell('unsubscribed')
    }
    if (word === 'end') process.exit(0)
  }
})
