import { msOfSamples } from '../../../src/core/audio.ts';
import type { Entry, Recording } from '../recording.ts';
import { openSegment, walk } from './walk.ts';

/** Of the voice, in Hz. */
const RATE = 16_000;

interface Sounding {
  readonly open: number | null;
  /** How much has left of each utterance, in samples. */
  readonly sent: Readonly<Record<string, number>>;
  /** When all that has left is played, by the pacing clock. */
  readonly playsUntilMs: number;
}

/** No audio begins over an open segment that is not noise: neither the first of an utterance nor after a silence inside it. */
export function noAudioBeginsOverTheUser(recording: Recording): readonly string[] {
  const rate = recording.scenario.client.outputSampleRate ?? RATE;
  return walk<Sounding>(recording, {
    initial: { open: null, sent: {}, playsUntilMs: Number.NEGATIVE_INFINITY },
    remember: (memory, entry) => ({ ...sound(memory, entry, rate), open: openSegment(memory.open, entry) }),
    fault: ({ open, sent, playsUntilMs }, { atMs, of, value }) => {
      if (of !== 'playout' || value.kind !== 'sent' || open === null) return null;
      const begins = sent[value.utterance] === undefined || atMs > playsUntilMs + 1;
      return begins ? `audio of ${value.utterance} begins over segment ${open}` : null;
    },
  });
}

/** Nothing leaves of an utterance that was cut or has stopped. */
export function nothingLeavesAfterTheEnd(recording: Recording): readonly string[] {
  return walk<readonly string[]>(recording, {
    initial: [],
    remember: (over, { of, value }) => {
      const isCut = of === 'speech' && value.kind === 'ended' && value.reason === 'interrupted';
      return isCut || (of === 'playout' && value.kind === 'stopped') ? [...over, value.utterance] : over;
    },
    fault: (over, { of, value }) =>
      of === 'playout' && value.kind === 'sent' && over.includes(value.utterance)
        ? `audio of ${value.utterance} leaves after its end`
        : null,
  });
}

/** Nothing leaves while the client is away. */
export function nothingLeavesForNobody(recording: Recording): readonly string[] {
  return walk(recording, {
    initial: true,
    remember: (isThere, { of, value }) => {
      if (of !== 'act') return isThere;
      return value === 'disconnect over' || (isThere && value !== 'disconnect');
    },
    fault: (isThere, { of, value }) =>
      of === 'playout' && value.kind === 'sent' && !isThere ? `audio of ${value.utterance} leaves for nobody` : null,
  });
}

function sound(memory: Sounding, { atMs, of, value }: Entry, rate: number): Sounding {
  if (of !== 'playout') return memory;
  const { sent, playsUntilMs } = memory;
  if (value.kind === 'stopped') return { ...memory, playsUntilMs: Math.min(playsUntilMs, atMs) };
  if (value.kind !== 'sent') return memory;
  const ms = msOfSamples(value.samples - (sent[value.utterance] ?? 0), rate);
  return {
    ...memory,
    sent: { ...sent, [value.utterance]: value.samples },
    playsUntilMs: Math.max(playsUntilMs, atMs) + ms,
  };
}
