import { defer, map, timer, type Observable } from 'rxjs';
import type { AudioFrame } from '../../core/audio.ts';
import type { AntiphonError } from '../../core/errors.ts';
import { assertKnownName } from '../../core/names.ts';
import type { Message } from '../../core/message.ts';
import type { Metric } from '../../core/metric.ts';
import type { Agent } from '../../session/agent.ts';
import { VirtualClock } from '../../time/virtualClock.ts';
import { currentObserver } from '../score/observer.ts';
import { checkScoreOptions, type ScoreOptions } from '../score/options.ts';
import { runConversation } from '../score/runConversation.ts';
import { parseMs } from '../score/time.ts';
import { summarizeWaits, type Waits } from '../score/waits.ts';
import { createKnownWords } from './knownWords.ts';
import { createEmbeddedEngines, type EmbeddedPart } from './embedded.ts';
import { createSilero, listWavs, readSound, readSpeech, type KnownSpeech } from './readSpeech.ts';

/** The conversations for the recordings in a folder, and the waits for answers. */
export interface SuiteResult {
  readonly files: readonly SuiteFile[];
  /** Median and 95th percentile of the waits for all heard answers, in total and in parts; null if none was heard. */
  readonly waits: Waits | null;
}

export interface SuiteFile {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly metrics: readonly Metric[];
  /** Failures and diagnostics. */
  readonly errors: readonly AntiphonError[];
}

export interface SuiteOptions extends Omit<ScoreOptions, 'clock' | 'draw' | 'judge'> {
  /**
   * The parts that use their embedded engine instead of a double: `stt` for an agent with `STT.Local`, `tts` for one
   * with `TTS.Local`. With `stt`, audio files need no accompanying text. @default []
   */
  readonly embedded?: readonly EmbeddedPart[] | undefined;
}

/**
 * Plays the agent against each WAV file of a folder, in virtual time. Silero detects the speech, and the recogniser
 * takes the words from the accompanying text file.
 */
export async function runSuite<SessionData extends object>(
  agent: Agent<SessionData>,
  folder: string,
  given: SuiteOptions = {},
): Promise<SuiteResult> {
  checkScoreOptions('score.suite', given, { embedded: true });
  const { embedded = [], ...options } = given;
  for (const part of embedded) assertKnownName('embedded engine', PARTS, part, 'embedded');
  const read = embedded.includes('stt') ? readSound : readSpeech;
  const files: SuiteFile[] = [];
  for (const name of await listWavs(folder)) {
    const speech = await read(folder, name);
    files.push(await observed(name, options, (own) => playFile(agent, speech, own, embedded)));
  }
  return { files, waits: summarizeWaits(files.flatMap(({ metrics }) => metrics)) };
}

const PARTS: readonly EmbeddedPart[] = ['stt', 'tts'];

/** Reports a conversation to the process's observer, if any. */
async function observed(
  source: string,
  options: ScoreOptions,
  play: (options: ScoreOptions) => Promise<SuiteFile>,
): Promise<SuiteFile> {
  const conversation = currentObserver()?.begin();
  if (conversation === undefined) return play(options);
  try {
    const file = await play({ ...options, record: options.record ?? conversation.record });
    conversation.end({ source, metrics: file.metrics, error: undefined });
    return file;
  } catch (error) {
    conversation.end({ source, metrics: [], error });
    throw error;
  }
}

async function playFile<SessionData extends object>(
  agent: Agent<SessionData>,
  { name, samples, words }: KnownSpeech,
  options: ScoreOptions,
  embedded: readonly EmbeddedPart[],
): Promise<SuiteFile> {
  const clock = new VirtualClock();
  const lengthMs = Math.ceil(samples.length / RATE_PER_MS);
  const stt = createKnownWords({
    words,
    scheduler: clock,
    nowMs: () => clock.now() - startMs,
    delayMs: options.doubles?.stt?.delayMs ?? 50,
  });
  let startMs = 0;
  const audioIn = play(samples, clock, () => {
    startMs = clock.now();
  });
  const played: ScoreOptions = {
    ...options,
    clock,
    ports: { vad: createSilero(), ...(!embedded.includes('stt') && { stt }), ...options.ports },
    lasting: `${lengthMs + parseMs(options.lasting ?? '10s')}ms`,
  };
  const log = await runConversation(agent, { actions: [], expectations: [], criteria: [] }, played, {
    audioIn,
    engines: createEmbeddedEngines(embedded, clock, options),
  });
  return {
    name,
    messages: log.messages.map(({ message }) => message),
    metrics: log.metrics,
    errors: log.errors.map(({ error }) => error),
  };
}

const RATE_PER_MS = 16;
/** Length of a frame, in ms, which equals a VAD window. */
const FRAME_MS = 32;
const FRAME = FRAME_MS * RATE_PER_MS;

/** Emits each frame when its last sample has been spoken, then silence. */
function play(samples: Int16Array, scheduler: VirtualClock, started: () => void): Observable<AudioFrame> {
  return defer(() => {
    started();
    return timer(FRAME_MS, FRAME_MS, scheduler);
  }).pipe(
    map((n) => {
      const frame = new Int16Array(FRAME);
      frame.set(samples.subarray(n * FRAME, (n + 1) * FRAME));
      return { samples: frame, sampleRate: 16_000 };
    }),
  );
}
