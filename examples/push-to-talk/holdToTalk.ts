/** The part of a call of `antiphon/client` that a button needs. */
export interface Talk {
  mute(muted: boolean): void;
  commit(): void;
  clear(): void;
}

/**
 * Makes a button of a page one to hold while talking: releasing it ends the turn, leaving it takes back what was said. Call it
 * before the call starts. Returns a function that removes the listeners.
 */
export function holdToTalk(button: EventTarget, call: Talk): () => void {
  let isHeld = false;
  const press = (): void => {
    isHeld = true;
    call.mute(false);
  };
  const release = (end: () => void): void => {
    if (!isHeld) return;
    isHeld = false;
    end();
    call.mute(true);
  };
  const listeners = {
    pointerdown: press,
    pointerup: () => release(() => call.commit()),
    pointerleave: () => release(() => call.clear()),
  };
  call.mute(true);
  for (const [name, listener] of Object.entries(listeners)) button.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) button.removeEventListener(name, listener);
  };
}
