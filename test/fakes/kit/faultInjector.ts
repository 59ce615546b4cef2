import type { InjectedFault } from '../../../src/testing/contracts/injectedFault.ts';
import type { FakeReply } from './fake.ts';

/** What a server's trouble comes to, asked wherever it may strike. One per server. */
export interface FaultInjector {
  /** How the door that is now knocked at is refused; null: it is not. */
  refusal(refuse: (status: number) => FakeReply): FakeReply | null;
  /** When, around the result that is now ready, its connection ends; null: it does not. */
  drop(): 'before' | 'after' | null;
  readonly isMute: boolean;
  /** Mute from now on. */
  mute(): void;
  /** Whether the answer to the request that is now ready never comes. */
  withholdsAnswer(): boolean;
  /** Whether the connection of the result that is now ready goes silent for good, without it. */
  goesSilent(): boolean;
  readonly isSlow: boolean;
  /** Frames that come before each result. */
  readonly garbage: readonly string[];
  /** Audio in the pieces it is sent in. */
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

/** True for the first who asks. */
function createOnce(): () => boolean {
  let asked = false;
  return () => {
    const first = !asked;
    asked = true;
    return first;
  };
}

function retrySoon(reply: FakeReply): FakeReply {
  return { ...reply, headers: { ...reply.headers, 'retry-after-ms': '20', 'retry-after': '0' } };
}

/** 1, 3, 7, 15 … bytes. */
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
