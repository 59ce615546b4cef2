import type { LlmReply } from '../../src/testing/doubles/streamReply.ts';
import { words } from '../properties/scenario.ts';
import type { ManualSession } from './manualSession.ts';

/** Where a conversation stands when the instant comes. The user speaks in all of them. */
export interface Situation {
  readonly name: 'listening' | 'asking' | 'executing' | 'speaking';
  readonly description: string;
  /** The handler’s first answer. It always calls the function. */
  readonly first: LlmReply;
  /** What happens before, and when, in ms. */
  readonly before: readonly (readonly [number, (manual: ManualSession) => void])[];
}

const types =
  (name: string) =>
  ({ io }: ManualSession): void =>
    io.user.text.next(words(name, 2));
const interrupts = ({ session }: ManualSession): void => session.interrupt();

const CALLS: LlmReply = { calls: [{ name: 'search', id: 'call_0' }] };
/** 25 characters: audible for 1 s, beyond the instant. */
const SPEAKS: LlmReply = { ...CALLS, text: `A${words('0', 6)}.` };

export const SITUATIONS: readonly Situation[] = [
  {
    name: 'listening',
    description: 'nothing is under way, but a function that was aborted has not returned',
    first: CALLS,
    before: [
      [10, types('t0')],
      [50, interrupts],
    ],
  },
  {
    name: 'asking',
    description: 'the model is asked for an answer, and a function that was aborted has not returned',
    first: CALLS,
    before: [
      [10, types('t0')],
      [50, interrupts],
      [60, types('t1')],
    ],
  },
  {
    name: 'executing',
    description: 'nothing was said yet, a function runs, and then the model will be asked once more',
    first: CALLS,
    before: [[10, types('t0')]],
  },
  {
    name: 'speaking',
    description: 'the agent speaks, a function runs, and then the model will be asked once more',
    first: SPEAKS,
    before: [[10, types('t0')]],
  },
];
