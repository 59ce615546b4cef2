import { perFile, type Rule } from './rule.ts';
import { bare, callsOf, importsOf } from './source.ts';

const MODULES = /^(src|operators|providers)\/.*\.ts$/;

/** Files that must not read clocks: all but workers, which have no scheduler, and the three files that provide the clocks. */
const TIMELESS =
  /^(src\/(core|time|stream|playback|wire|fallback|session)|operators|providers)\/(?!.*orker\.ts$|monotonicScheduler\.ts$|unixTime\.ts$|runSteps\.ts$).*\.ts$/;

/**
 * `from*.ts`, stream helpers and playback, the checks of a session's ports, the borders of an application's parts, testing, hosts of a worker or a socket, wire, and
 * what every frame, token or transcript passes: transcription, replies, speech and its synthesis, the pacer, voice activity
 * detection, sentences, metrics.
 */
const MAY_CONSTRUCT =
  /(^|\/)from[A-Z]\w*\.ts$|^operators\/pace(\/\w+)?\.ts$|^operators\/(llmTurn\/replies|speak|transcribe\/transcribeSegments|sentences\/cutPieces|vad\/detectSegments)\.ts$|^src\/(stream|playback|testing|wire|fallback|session\/(?:borders|containment|splices|metrics|opening\/exposeStreams))|^providers\/.*(ost|orker|ocket)\.ts$/;
/**
 * Feedback: the graph, its updates and what is created before it, the reports of a function in the background, the media connection, a node's membership, meters, testing, the transport double.
 * The input of a port, or of an operator that can be replaced: splices, fallbacks, the parts of an operator that call a port.
 */
const MAY_FEED =
  /^src\/session\/(?:opening\/createOpenSession\.ts$|agentCode\/functions\/backgroundCall\.ts$|graph\/|updates\/|splices\/|usage\/)|^src\/fallback\/|^src\/server\/media\/(?:connectionState|presence)\.ts$|^src\/directory\/registration\.ts$|^src\/testing\/|^src\/playback\/transportDouble\.ts$|^src\/stream\/exchanged\.ts$|^operators\/(?:transcribe\/transcribeSegments|speak\/(?:continueSpeech|speechDraft|partSpeech)|vad\/scorer|turnEnd\/(?:askModel|recogniserTurns)|llmTurn\/askAhead)\.ts$/;

/** The one fast Subject; the subscriber that a port gets, which must see values after its end; the action of a scheduler. */
const MAY_EXTEND = /^src\/(?:stream\/operate|session\/borders\/checkedSource|time\/workQueue)\.ts$/;

const CLOCKS = /\b(Date\.now|performance\.now|process\.hrtime|new Date\(\)|set(?:Timeout|Interval|Immediate)\b)/g;
const TIMED = [
  'timer',
  'interval',
  'delay',
  'debounceTime',
  'throttleTime',
  'auditTime',
  'sampleTime',
  'bufferTime',
  'windowTime',
  'timeout',
  'timestamp',
  'timeInterval',
];

export const streamRules: readonly Rule[] = [
  {
    title: '`new Observable` is used only at the borders',
    findFaults: perFile(MODULES, (text, path) => (MAY_CONSTRUCT.test(path) ? [] : found(text, /\bnew Observable\b/g))),
    counterexample: { 'operators/vad.ts': 'return new Observable<VadEvent>((subscriber) => {});' },
  },
  {
    title: '`new Subject` is used only for feedback, and for the input of a port',
    findFaults: perFile(MODULES, (text, path) =>
      MAY_FEED.test(path) ? [] : found(text, /\bnew (?:Behavior|Replay|Async)?Subject\b/g),
    ),
    counterexample: { 'operators/vad.ts': 'const speech = new BehaviorSubject<boolean>(false);' },
  },
  {
    title: 'no class of RxJS is extended: operators are built on operate',
    findFaults: perFile(MODULES, (text, path) =>
      MAY_EXTEND.test(path)
        ? []
        : found(
            text,
            /\bclass \w+(?:<[^{]*>)? extends (?:Subscriber|Observable|Subscription|(?:Async|Behavior|Replay)?Subject)\b/g,
          ),
    ),
    counterexample: { 'operators/speak.ts': 'class Speaker extends Subscriber<TurnEvent> {}' },
  },
  {
    title: 'edges are connected for the session: no share, no shareReplay',
    findFaults: perFile(MODULES, (text) => found(text, /(?<![.\w])share(?:Replay)?(?=[(<])/g)),
    counterexample: { 'src/session/edges.ts': 'const speech$ = source.pipe(shareReplay(1));' },
  },
  {
    title: 'no code reads the system clock or sets a platform timer',
    findFaults: perFile(TIMELESS, (text) => found(text, CLOCKS)),
    counterexample: { 'providers/azure/stt.ts': 'const started = Date.now(); // setTimeout is fine here' },
  },
  {
    title: 'long texts are divided by createTextSegmenter alone',
    findFaults: perFile(MODULES, (text, path) =>
      path === 'src/core/textSegmenter.ts' ? [] : found(text, /\bIntl\.Segment\w*/g),
    ),
    counterexample: { 'src/core/words.ts': "const words = new Intl.Segmenter('en', { granularity: 'word' });" },
  },
  {
    title: 'every timed operator gets a scheduler',
    findFaults: perFile(TIMELESS, unscheduled),
    counterexample: { 'operators/speak.ts': "import { timer } from 'rxjs';\nreturn timer(Math.max(5, 6)).pipe();" },
  },
];

function found(text: string, pattern: RegExp): string[] {
  return [...bare(text).matchAll(pattern)].map(([match]) => match);
}

function unscheduled(text: string, path: string): string[] {
  if (!importsOf(path, text).some(({ target }) => target === 'rxjs')) return [];
  const code = bare(text);
  return TIMED.filter((name) => new RegExp(`\\bimport \\{[^}]*\\b${name}\\b[^}]*\\} from`).test(code)).flatMap((name) =>
    callsOf(name, code)
      .filter((given) => !/scheduler/i.test(given))
      .map((given) => `${name}(${given}) without a scheduler`),
  );
}
