import { CallError, splitHeard, type Line, type Transcript } from 'antiphon/client';
import { useLevel, useSession, type Session } from 'antiphon/react';
import type { ReactNode } from 'react';
import { Reload } from './Reload.tsx';

/** A conversation: a button, both sides' words as they are spoken, and a field to type in. */
export function Talk(): ReactNode {
  const session = useSession({ sessionsUrl: '/v1/sessions' });
  const { state, activity, transcript, muted, error } = session;
  const isLive = state === 'live' || state === 'reconnecting';
  return (
    <>
      <button
        type="button"
        className="talk"
        disabled={state === 'starting'}
        onClick={() => void (isLive ? session.end() : session.start())}
      >
        {isLive ? 'Hang up' : 'Talk'}
      </button>
      <Reload session={session} />
      <label>
        <input type="checkbox" checked={muted} onChange={(event) => session.mute(event.target.checked)} /> Muted
      </label>
      <Microphone levels={session.levels} />
      <p className="status" role="status">
        The call is {state}. The user is {activity.user}, the agent {activity.agent}.
      </p>
      {error !== null && (
        <p className="failure" role="alert">
          {error.message}
        </p>
      )}
      {/* Every click lets paused sound run again. */}
      {isPaused(error) && <button type="button">Turn the sound on</button>}
      <Words transcript={transcript} />
      {isLive && <Typing say={session.say} />}
    </>
  );
}

function isPaused(error: Error | null): boolean {
  return error instanceof CallError && error.code === 'audio_paused';
}

/** Renders 30 times a second, and alone. */
function Microphone({ levels }: Pick<Session, 'levels'>): ReactNode {
  const { input } = useLevel({ levels });
  return <meter aria-label="Microphone" min={0} max={0.5} value={input} />;
}

function Words({ transcript }: { readonly transcript: Transcript }): ReactNode {
  return (
    <ol>
      {transcript.lines.map((line) => (
        <li key={line.key} className={line.kind}>
          <LineText line={line} msPerCharacter={transcript.msPerCharacter} />
        </li>
      ))}
      {transcript.pending.map(({ utterance, text }, index) => (
        <li key={`${utterance}.${index}`} className="pending">
          <i>You: {text}</i>
        </li>
      ))}
    </ol>
  );
}

function LineText({ line, msPerCharacter }: { readonly line: Line; readonly msPerCharacter: number }): ReactNode {
  if (line.kind === 'user') return `You: ${line.text}`;
  if (line.kind === 'calls') return line.calls.map(({ name, result }) => `${name} = ${result ?? '…'}`).join(', ');
  const { heard, coming } = splitHeard(line, msPerCharacter);
  return (
    <>
      Agent: {heard}
      <span className="coming">{coming}</span> <del>{line.cut.trim()}</del>
    </>
  );
}

function Typing({ say }: Pick<Session, 'say'>): ReactNode {
  const send = (form: FormData): void => {
    const text = form.get('text');
    if (typeof text === 'string' && text !== '') say(text);
  };
  return (
    <form action={send}>
      <input name="text" aria-label="Text" maxLength={8192} autoComplete="off" />
      <button type="submit">Send</button>
    </form>
  );
}
