import { concatSamples } from '../../core/audio.ts';
import { createResampler } from '../../core/resampler.ts';
import { createAudioCodec } from '../../record/codecs.ts';
import type { RecogniserTurnState } from '../../core/speech.ts';
import type { Recording } from '../../record/format.ts';
import { allIn, allOut } from '../../replay/lines.ts';
import { outcomeOf } from '../../replay/whatIf/outcome/outcome.ts';
import { runConversation } from '../../replay/whatIf/played/runConversation.ts';
import { analyseRecording, type RecordedSession } from '../../replay/whatIf/recorded/recordedSession.ts';
import { parseConfig } from '../../session/config/config.ts';
import { turnsOf } from './fromWav.ts';
import { TURNS_RATE } from './readWav.ts';
import type { RecordedTurnEnds, TimedSpeech } from './scorePauses.ts';
import type { Sidecar } from './sidecar.ts';
import { createTimedTurns, findStretches, WINDOW_MS, type TurnOfWords } from './stretches.ts';

/**
 * Reads the user's turns from a recording. Without a sidecar, a turn ends where the user let the agent answer: words
 * within 3 s, and before the answer has been heard for 1 s, belong to the previous turn.
 */
export async function fromSession(
  recording: Recording,
  sidecar: Sidecar | undefined,
  wordDelayMs: number,
): Promise<TimedSpeech> {
  const recorded = analyseRecording(recording);
  const config = { turn_detection: { provider: 'text' }, ...recording.head.config, filler: '', session_data: {} };
  const { vad, turnDetection } = parseConfig(config);
  const stretches = findStretches(recorded.windows.scores, vad);
  const turns = sidecar === undefined ? await findTurns(recorded, wordDelayMs) : turnsOf(sidecar, wordDelayMs);
  const language = sidecar?.language ?? turnDetection?.language;
  return {
    samples: samplesOf(recording),
    turns: createTimedTurns(turns, stretches),
    language,
    session: readTurnEnds(recording, recorded),
  };
}

/** Reads when turns of speech were committed, and the recogniser's findings about turns. */
function readTurnEnds(
  { lines }: Recording,
  { typed, foundTurns, windows: { times } }: RecordedSession,
): RecordedTurnEnds {
  const isTyped = (t: number): boolean => typed.some(({ atMs }) => atMs === t);
  const timeOf = (window: number): number => times[window] ?? 0;
  return {
    committedMs: allOut(lines, 'userTurn').flatMap(({ t, v }) => (isTyped(t) || v.request !== undefined ? [] : [t])),
    found: foundTurns.map(({ atMs, found: { state, confidence } }) => ({
      atMs,
      over: state === 'end' ? OVER.end : (confidence ?? OVER[state]),
    })),
    timeOfEnd: (audioMs) => timeOf(Math.ceil(audioMs / WINDOW_MS) - 1),
    timeOfStart: (audioMs) => timeOf(Math.floor(audioMs / WINDOW_MS)) - WINDOW_MS,
  };
}

/** The probabilities assigned to the states of a recogniser without confidence values. */
const OVER: Readonly<Record<RecogniserTurnState, number>> = { update: 0, resumed: 0, eager_end: 0.5, end: 1 };

/** Plays the recording with its own settings and joins turns that were cut off with what follows. */
async function findTurns(recorded: RecordedSession, wordDelayMs: number): Promise<readonly TurnOfWords[]> {
  const played = await runConversation(recorded, {});
  const { turns: outcome } = outcomeOf(recorded, played);
  const turns: TurnOfWords[] = [];
  let from = 0;
  let agent = recorded.head.config.first_message ?? '';
  for (const [n, turn] of outcome.entries()) {
    const commit = played.commits[n];
    if (turn.cutOff || commit === undefined || commit.typedAtMs !== null) continue;
    const words = recorded.transcribed.words.slice(from, commit.wordsUpTo);
    from = commit.wordsUpTo;
    turns.push({
      endMs: audioTimeAt(turn.quietMs, recorded),
      words: words.map(({ text, window }) => ({ text: text.trim(), knownMs: (window + 1) * WINDOW_MS + wordDelayMs })),
      agent,
    });
    agent = turn.heard === '' ? agent : turn.heard;
  }
  return turns;
}

/** Converts session time to audio time: the end of the last window scored by then. */
function audioTimeAt(atMs: number, { windows }: RecordedSession): number {
  return (windows.times.findLastIndex((time) => time <= atMs + 1) + 1) * WINDOW_MS;
}

/** Returns the user's audio at 16 kHz, or no samples if it was not kept. */
function samplesOf({ head, lines }: Recording): Int16Array {
  if (!head.audio) return new Int16Array();
  const codec = createAudioCodec(true);
  const frames = allIn(lines, 'audio').map(({ v }) => codec.read(v));
  const [first] = frames;
  if (first === undefined) return new Int16Array();
  const resampler = createResampler(first.sampleRate, TURNS_RATE);
  return concatSamples([...frames.map(({ samples }) => resampler.push(samples)), resampler.flush()]);
}
