// What a question says in several everyday words, or by a piece of code or a figure, and pages in one: `stops working after 30 days` is an expiry.
import { stem } from './words.ts'

/** Phrases, and what they mean in words of the field; their words match in every form. Of several that begin alike the longest is taken. */
const IDIOMS: Readonly<Record<string, string>> = {
  'air gapped': 'network offline',
  'all at once': 'batch several together',
  'as soon as': 'event wait',
  'at once': 'concurrent parallel',
  'back to back': 'repeated',
  'behind a firewall': 'proxy private network',
  'bell shaped': 'gauss normal',
  'below zero': 'negative support limit',
  'best guess': 'mean prior',
  'blow up': 'crash fails',
  'bring over': 'port porting',
  'brute force': 'monte carlo simulation',
  'by accident': 'mistake',
  'by hand': 'manual yourself',
  'call back': 'webhook callback',
  'came from': 'signature genuine check',
  'carry on': 'continue resume interrupted',
  'come back': 'return repeated',
  'copy paste': 'example quickstart',
  'count more': 'weighted weight amounts',
  'cut off': 'limit support truncated',
  'data sheet': 'specification instruments datasheet',
  'double check': 'compare verify',
  'each other': 'correlation dependence',
  'ends up': 'result',
  'fall over': 'crash fails',
  'find out': 'ask query',
  'from scratch': 'quickstart first start',
  'from zero': 'quickstart first start',
  'get in': 'sign in login',
  'get rid of': 'delete remove',
  'get started': 'quickstart start first',
  'give up': 'retry attempts',
  'gone wrong': 'error fails',
  'goes down': 'fails outage',
  'good for': 'valid lifetime',
  'half width': 'uniform bounds',
  'hand over': 'pass argument',
  'hello world': 'quickstart first program',
  'hook up': 'connect',
  'in the background': 'asynchronous wait',
  'in the middle': 'triangular centre',
  'keep alive': 'connection ping',
  'keep track': 'trace',
  'kick off': 'start run',
  'last digit': 'resolution display',
  'leave out': 'omit default',
  'left off': 'continue resume',
  'line up': 'queue',
  'log in': 'sign authentication session',
  'log out': 'session logout',
  'look up': 'lookup table index',
  'made up': 'synthetic',
  'more likely': 'probability mode triangular',
  'more probable': 'probability mode triangular',
  'most likely': 'mode peak',
  'move over': 'port porting',
  'move together': 'correlated dependence joint together',
  'no internet': 'offline network',
  'no longer': 'expired ended',
  'no network': 'offline network',
  'not exact': 'uncertain',
  "isn't exact": 'uncertain',
  'one of several': 'mixture',
  'out of memory': 'memory limit',
  'out of range': 'limit bounds',
  'over and over': 'loop repeated',
  'pay for': 'billing plan price',
  'pick up': 'continue resume',
  'plain number': 'decimal particle',
  'port over': 'porting',
  'real time': 'realtime deadline',
  'right away': 'once immediately',
  'rounded off': 'rounding',
  'run out': 'limit exceeded',
  'set aside': 'reserve',
  'shut down': 'stop',
  'sign in': 'authentication session login',
  'sign out': 'session logout',
  'single page': 'browser',
  'single board computer': 'raspberry board',
  'speed up': 'faster time cost',
  'square root': 'sqrt',
  'step by step': 'quickstart tutorial steps',
  'stop working': 'expire ends valid until lifetime',
  'switch off': 'disable',
  'switch on': 'enable',
  'take part': 'include',
  'tell apart': 'difference',
  'throw away': 'delete discard',
  'time zone': 'utc times',
  'too big': 'limit exceeds large',
  'too large': 'limit exceeds',
  'too many': 'limit exceeds',
  'too much': 'limit exceeds',
  'turn off': 'disable',
  'turn on': 'enable',
  'u shaped': 'arcsine',
  'under the hood': 'computes works',
  'unit test': 'test ci',
  'web page': 'browser origin cors',
  'without internet': 'offline network',
  'worked example': 'example case published',
  'worked out': 'example case published',
  'wrap around': 'overflow modulo',
}
const BY_STEMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(IDIOMS).map(([phrase, meant]) => [phrase.replaceAll("'", '').split(' ').map(stem).join(' '), meant.split(' ')]),
)
const LONGEST = Math.max(...Object.keys(IDIOMS).map((phrase) => phrase.split(' ').length))

/** Code and figures in a question, and what they are about. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\bif\s*\(/, 'branch comparison condition if'],
  [/\b(while|for)\s*\(/, 'loop iterating while'],
  [/\((?:u?int\d*(?:_t)?|unsigned|signed|long|short|char|size_t|bool)\)/, 'cast integer'],
  [/\w\[\w*\]/, 'index array'],
  [/%\.?\d*l?[dfegxs]\b/, 'printf format print'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/, 'address ip'],
  [/\b(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}\b|\blocalhost\b/i, 'private public local'],
  [/\w:\d{2,5}\b/, 'port'],
  [/\bhttps?:\/\//i, 'url address'],
  [/\br\s*=\s*-?[01]?\.\d/, 'correlation coefficient'],
  [/\bk\s*=\s*\d/, 'coverage factor expanded'],
  [/\b\d+\s*(?:kb|mb|gb|tb|kib|mib|gib|bytes?)\b/i, 'size bytes large'],
  [/\b\d+\s*(?:ms|sec\w*|min\w*|hours?|days?|weeks?|months?|years?)\b/i, 'time lifetime until'],
]

/** For each idiom and sign of the question, words that stand for it. @param words  lower case, in the order of the question, stop words too */
export function meantBy(question: string, words: readonly string[]): (readonly string[])[] {
  const found: (readonly string[])[] = []
  const stems = words.map(stem)
  for (let at = 0; at < stems.length; at++) {
    for (let length = LONGEST; length > 1; length--) {
      const meant = BY_STEMS.get(stems.slice(at, at + length).join(' '))
      if (!meant) continue
      found.push(meant)
      at += length - 1
      break
    }
  }
  for (const [sign, meant] of SIGNS) if (sign.test(question)) found.push(meant.split(' '))
  return found
}
