import type { InjectedFault } from '../../../src/testing/contracts/injectedFault.ts';
import type { FakeReply } from './fake.ts';

/** What a server's trouble comes to, asked wherever it may strike. One per server. */
export interface Mischief {
  /** How the door that is now knocked at is refused; null: it is not. */
  refusal(refuse: (status: number) => FakeReply): FakeReply | null;
  /** When, around the result that is now ready, its connection ends; null: it does not. */
  drop(): 'before' | 'after' | null;
  readonly mute: boolean;
  /** Mute from now on. */
  fallMute(): void;
  /** Whether the answer to the request that is now ready never comes. */
  withholds(): boolean;
  /** Whether the connection of the result that is now ready goes silent for good, without it. */
  silences(): boolean;
  readonly slow: boolean;
  /** Frames that come before each result. */
  readonly garbage: readonly string[];
  /** Audio in the pieces it is sent in. */
  cut(audio: Uint8Array): readonly Uint8Array[];
}

const GARBAGE = ['', 'not json', 'null', '[]', '{}', '{"type":"unheard-of"}'] as const;
const LONGEST_PIECE = 4095;

export function mischief(trouble: InjectedFault | undefined): Mischief {
  const isFirstDoor = once();
  const isFirstResult = once();
  let mute = trouble === 'is mute';
  const silences = (): boolean => trouble === 'goes silent' && isFirstResult();
  return {
    refusal: (refuse) => {
      if (trouble === 'refuses the key') return refuse(401);
      return trouble === 'is busy once' && isFirstDoor() ? soon(refuse(429)) : null;
    },
    drop: () => {
      if (trouble === 'drops before the first result' && isFirstResult()) return 'before';
      return trouble === 'drops after the first result' && isFirstResult() ? 'after' : null;
    },
    get mute() {
      return mute;
    },
    fallMute: () => {
      mute = true;
    },
    silences,
    withholds: () => mute || silences(),
    slow: trouble === 'is slow',
    garbage: trouble === 'talks garbage' ? GARBAGE : [],
    cut: (audio) => (trouble === 'cuts oddly' ? oddPieces(audio) : [audio]),
  };
}

/** True for the first who asks. */
function once(): () => boolean {
  let asked = false;
  return () => {
    const first = !asked;
    asked = true;
    return first;
  };
}

function soon(reply: FakeReply): FakeReply {
  return { ...reply, headers: { ...reply.headers, 'retry-after-ms': '20', 'retry-after': '0' } };
}

/** 1, 3, 7, 15 … bytes. */
function oddPieces(bytes: Uint8Array): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let length = 1;
  for (let from = 0; from < bytes.length; ) {
    pieces.push(bytes.subarray(from, from + length));
    from += length;
    length = Math.min(2 * length + 1, LONGEST_PIECE);
  }
  return pieces;
}
