import { isResumable, type KeptSession } from 'antiphon/client';
import type { Session } from 'antiphon/react';
import { useEffect, useState, type ReactNode } from 'react';

const KEY = 'kept';
const kept = takeKept();

/** After a reload in a call, offers to go on while the server waits; then says that the call has ended. */
export function Reload({ session }: { readonly session: Session }): ReactNode {
  const { state, keep, resume } = session;
  const [isWaiting, setWaiting] = useState<boolean>();
  useEffect(() => {
    const leave = (): void => {
      const now = keep();
      if (now !== null) sessionStorage.setItem(KEY, JSON.stringify(now));
    };
    addEventListener('pagehide', leave);
    addEventListener('pageshow', takeKept);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', takeKept);
    };
  }, [keep]);
  useEffect(() => {
    if (kept === null) return undefined;
    void isResumable(kept).then(setWaiting);
    const timer = setTimeout(() => setWaiting(false), kept.keptMs + kept.waitMs - Date.now());
    return () => clearTimeout(timer);
  }, []);
  if (kept === null || isWaiting === undefined || state !== 'idle') return null;
  if (!isWaiting) return <p className="failure">The call has ended because the page was reloaded.</p>;
  return (
    <button type="button" onClick={() => void resume(kept)}>
      Go on
    </button>
  );
}

/** Only this tab can read it, and once: it is the key to the session. */
function takeKept(): KeptSession | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text === null ? null : (JSON.parse(text) as KeptSession);
}
