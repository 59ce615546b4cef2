import type { InjectedFault } from '../../../src/testing/contracts/injectedFault.ts';
import type { FakeReply } from './fake.ts';

/** The effects of a server's injected fault, queried where it may apply. One per server. */
export interface FaultInjector {
  /** Returns the refusal of the current request; null if it is accepted. */
  refusal(refuse: (status: number) => FakeReply): FakeReply | null;
  /** Returns when the connection ends around the current result; null if it does not. */
  drop(): 'before' | 'after' | null;
  readonly isMute: boolean;
  /** Sends no further message. */
  mute(): void;
  /** Returns whether the current request is never answered. */
  withholdsAnswer(): boolean;
  /** Returns whether the connection goes silent instead of sending the current result. */
  goesSilent(): boolean;
  readonly isSlow: boolean;
  /** Frames sent before each result. */
  readonly garbage: readonly string[];
  /** Splits audio into the pieces that are sent. */
  splitAudio(audio: Uint8Array): readonly Uint8Array[];
}

const GARBAGE = ['', 'not json', 'null', '[]', '{}', '{"type":"unheard-of"}'] as const;
const LONGEST_PIECE = 4095;

export function createFaultInjector(fault: InjectedFault | undefined): FaultInjector {
  const isFirstRequest = createOnce();
  const isFirstResult = createOnce();
  let isMute = fault === 'is mute';
  const goesSilent = (): boolean => fault === 'goes silent' && isFirstResult();
  return {
    refusal: (refuse) => {
      if (fault === 'refuses the key') return refuse(401);
      return fault === 'is busy once' && isFirstRequest() ? retrySoon(refuse(429)) : null;
    },
    drop: () => {
      if (fault === 'drops before the first result' && isFirstResult()) return 'before';
      return fault === 'drops after the first result' && isFirstResult() ? 'after' : null;
    },
    get isMute() {
      return isMute;
    },
    mute: () => {
      isMute = true;
    },
    goesSilent,
    withholdsAnswer: () => isMute || goesSilent(),
    isSlow: fault === 'is slow',
    garbage: fault === 'talks garbage' ? GARBAGE : [],
    splitAudio: (audio) => (fault === 'cuts oddly' ? splitOddly(audio) : [audio]),
  };
}

/** Creates a function that returns true once. */
function createOnce(): () => boolean {
  let isCalled = false;
  return () => {
    const first = !isCalled;
    isCalled = true;
    return first;
  };
}

function retrySoon(reply: FakeReply): FakeReply {
  return { ...reply, headers: { ...reply.headers, 'retry-after-ms': '20', 'retry-after': '0' } };
}

/** Splits bytes into pieces of 1, 3, 7, 15 … bytes. */
function splitOddly(bytes: Uint8Array): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let length = 1;
  for (let from = 0; from < bytes.length; ) {
    pieces.push(bytes.subarray(from, from + length));
    from += length;
    length = Math.min(2 * length + 1, LONGEST_PIECE);
  }
  return pieces;
}
