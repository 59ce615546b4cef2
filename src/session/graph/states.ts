import type { Current } from '../../stream/operate.ts';
import { isWaiting } from '../floor/hold.ts';
import { isReplyDue } from '../floor/background.ts';
import type { Floor } from '../floor/state.ts';
import { agentStateOf } from '../states/agentState.ts';
import { pendingInputOf, userStateOf } from '../states/userState.ts';
import { quietOf } from '../states/quiet.ts';
import type { GraphSubjects } from './subjects.ts';

/** The states of the floor. Emits only changes of them, because most events change nothing. */
export interface States {
  setOpen(open: boolean): void;
  setAgentAudible(audible: boolean): void;
  /** Emits the states that result from the floor after a step. */
  update(floor: Floor): void;
}

export function createStates(subjects: GraphSubjects): States {
  const setUserState = createSetter(subjects.userState);
  const setWaiting = createSetter(subjects.waiting);
  const setSpeechHeld = createSetter(subjects.speechHeld);
  const setQuiet = createSetter(subjects.quiet);
  const setPending = createSetter(subjects.pending);
  const setReplyDue = createSetter(subjects.replyDue);
  const setAgentState = createSetter(subjects.agentState);
  let pending = subjects.pending.value;
  return {
    setOpen: createSetter(subjects.open),
    setAgentAudible: createSetter(subjects.agentAudible),
    update: (floor) => {
      pending = pendingInputOf(floor, pending);
      setUserState(userStateOf(floor));
      setQuiet(quietOf(floor));
      setPending(pending);
      setSpeechHeld(pending.speech || floor.committing > 0);
      setReplyDue(isReplyDue(floor));
      setAgentState(agentStateOf(floor));
      setWaiting(isWaiting(floor));
    },
  };
}

function createSetter<Value>(state: Current<Value>): (value: Value) => void {
  return (value) => {
    if (value !== state.value) state.next(value);
  };
}
