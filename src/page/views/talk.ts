import { describeActivity } from '../activity.ts';
import { requireElement } from '../dom.ts';
import type { State } from '../state.ts';

/** Actions of the user. */
export interface TalkActions {
  readonly talk: () => void;
  readonly mute: () => void;
  readonly interrupt: () => void;
}

const LABELS: Readonly<Record<State['phase'], string>> = {
  idle: 'Talk',
  starting: 'Wait',
  live: 'End',
  reconnecting: 'End',
  ended: 'Talk',
};

/** Lowest level of the meter, in dB below full scale. */
const QUIETEST_DB = -60;
const STEPS = 24;

/** Creates the view of the talk button, the status and the microphone level. */
export function talkView(root: ParentNode, { talk, mute, interrupt }: TalkActions): (state: State) => void {
  const button = requireElement(root, 'talk', HTMLButtonElement);
  const muteButton = requireElement(root, 'mute', HTMLButtonElement);
  const interruptButton = requireElement(root, 'interrupt', HTMLButtonElement);
  const status = requireElement(root, 'status', HTMLParagraphElement);
  const hero = requireElement(root, 'hero', HTMLElement);
  const meter = meterView(root);
  button.addEventListener('click', talk);
  muteButton.addEventListener('click', mute);
  interruptButton.addEventListener('click', interrupt);
  return (state) => {
    const { who, words } = describeActivity(state);
    hero.dataset['phase'] = state.phase;
    hero.dataset['who'] = who;
    button.textContent = LABELS[state.phase];
    button.setAttribute('aria-disabled', `${state.phase === 'starting'}`);
    muteButton.disabled = state.phase !== 'live' && state.phase !== 'reconnecting';
    muteButton.setAttribute('aria-pressed', `${state.muted}`);
    interruptButton.disabled = who !== 'agent' && who !== 'model';
    if (status.textContent !== words) status.textContent = words;
    meter(state.level);
  };
}

function meterView(root: ParentNode): (level: number) => void {
  const meter = requireElement(root, 'level', HTMLDivElement);
  let shown = -1;
  return (level) => {
    const db = 20 * Math.log10(Math.max(level, 1e-6));
    const step = Math.round(Math.min(1, Math.max(0, 1 - db / QUIETEST_DB)) * STEPS);
    if (step === shown) return;
    shown = step;
    meter.style.setProperty('--level', `${step / STEPS}`);
    meter.setAttribute('aria-valuenow', `${Math.round((step / STEPS) * 100)}`);
  };
}
