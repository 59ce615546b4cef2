import type { SttAction, SttDialect } from '../../src/wire/stt/dialect.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';
import type { SttTurnSettings } from './sttTurn.ts';
import { SttUtterance } from './sttUtterance.ts';
import { parseFrame } from './usp.ts';

/** An utterance that waits for the one before it. */
interface QueuedUtterance {
  readonly number: number;
  readonly audio: Int16Array[];
  ended: boolean;
}

/**
 * Creates the dialect of Azure's recogniser: one turn of the service for each utterance, one at a time. A `speech.hypothesis`
 * replaces the interim, a `speech.phrase` is a piece of text, `turn.end` ends the utterance. If the service ends a turn
 * while the user speaks, or before the last hypothesis became a phrase, another turn continues from the last phrase.
 */
export function createAzureSttDialect(
  settings: SttTurnSettings,
  deps: Pick<WireDeps, 'newId' | 'wallClock'>,
): SttDialect {
  let current: SttUtterance | null = null;
  /** Bounded by the time after which the connection is given up. */
  const queue: QueuedUtterance[] = [];
  const findQueued = (number: number): QueuedUtterance | undefined => queue.find((one) => one.number === number);
  const startNext = (): readonly SttAction[] => {
    const first = queue.shift();
    current = first === undefined ? null : new SttUtterance({ number: first.number, settings, deps });
    return first === undefined || current === null ? [] : sendQueued(current, first);
  };
  return {
    open: () => [{ kind: 'ready' }],
    begin: (number) => {
      queue.push({ number, audio: [], ended: false });
      return current === null ? startNext() : [];
    },
    audio: (number, samples) => {
      if (current?.number === number) return current.audio(samples);
      findQueued(number)?.audio.push(samples);
      return [];
    },
    end: (number) => {
      if (current?.number === number) return current.end();
      const held = findQueued(number);
      if (held !== undefined) held.ended = true;
      return [];
    },
    receive: (frame) => {
      const said = parseFrame(frame);
      if (current === null || said === null) return [];
      const heard = current.hear(said);
      return current.hasEnded ? [...heard, ...startNext()] : heard;
    },
  };
}

function sendQueued(utterance: SttUtterance, { audio, ended }: QueuedUtterance): readonly SttAction[] {
  return [
    ...utterance.begin(),
    ...audio.flatMap((samples) => utterance.audio(samples)),
    ...(ended ? utterance.end() : []),
  ];
}
