import type { SttAction, SttDialect } from '../../src/wire/stt/dialect.ts';
import type { WireDeps } from '../../src/wire/wireDeps.ts';
import type { SttTurnSettings } from './sttTurn.ts';
import { SttUtterance } from './sttUtterance.ts';
import { parseFrame } from './usp.ts';

/** An utterance whose turn has not come. */
interface QueuedUtterance {
  readonly number: number;
  readonly audio: Int16Array[];
  ended: boolean;
}

/**
 * How Azure Speech is talked to: a turn for each utterance, one after the other on one connection. Hypotheses replace one
 * another, phrases are pieces, `turn.end` is the end. A turn that the service ends while the user speaks, or before it has
 * made a phrase of what it heard, goes on as another, from the last phrase on. An utterance that begins before the one
 * before is over waits: the service hears one at a time.
 */
export function createAzureSttDialect(
  settings: SttTurnSettings,
  world: Pick<WireDeps, 'newId' | 'wallClock'>,
): SttDialect {
  let current: SttUtterance | null = null;
  /** Never more than is said until the recogniser gives the connection up. */
  const queue: QueuedUtterance[] = [];
  const findQueued = (number: number): QueuedUtterance | undefined => queue.find((one) => one.number === number);
  const startNext = (): readonly SttAction[] => {
    const first = queue.shift();
    current = first === undefined ? null : new SttUtterance({ number: first.number, settings, world });
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
