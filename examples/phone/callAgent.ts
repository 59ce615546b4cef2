import { randomBytes } from 'node:crypto';
import type { Agent, AudioFrame, SessionEvent } from 'antiphon';
import type { Recorder, SessionOutput } from 'antiphon/record';
import { serve, type ServeOptions } from 'antiphon/server';
import { asyncScheduler, lastValueFrom, Subject, tap } from 'rxjs';
import { guest } from '../talk/guest.ts';
import { dial } from './dial.ts';
import type { PhoneLine } from './lines.ts';
import { spokenWords, type Saying } from './spokenWords.ts';
import { connectTelephone, SAMPLE_RATE, type Telephone } from './telephone.ts';

/** Something that happens in the call. */
export type PhoneEvent =
  | { readonly kind: 'line'; readonly line: PhoneLine }
  | { readonly kind: 'understood'; readonly text: string }
  | { readonly kind: 'saying'; readonly saying: Saying };

export interface CallOptions extends Pick<ServeOptions, 'ports' | 'max_loop_delay'> {
  readonly watch?: (event: PhoneEvent) => void;
}

export interface FinishedCall {
  /** What the caller has heard. */
  readonly heard: AudioFrame;
  /** Who has hung up. */
  readonly endedBy: 'agent' | 'caller';
}

/** The address that the webhook of a number would have. It is not looked up: the call goes to this machine. */
const PUBLIC_URL = 'https://voice.example.com';

/**
 * Serves an agent on this machine with the Twilio route, and calls it as Twilio does, in real time. The caller speaks the lines,
 * each after the answer to the one before, and hangs up after the last answer. Resolves when all is closed.
 */
export async function callAgent<SessionData extends object>(
  agent: Agent<SessionData>,
  lines: readonly PhoneLine[],
  { watch = () => undefined, ...options }: CallOptions = {},
): Promise<FinishedCall> {
  const authToken = randomBytes(16).toString('hex');
  const events = new Subject<Pick<SessionEvent, 'name'>>();
  const server = await serve({
    agent,
    port: 0,
    public_url: PUBLIC_URL,
    // Nobody but Twilio starts sessions here.
    authenticate: () => undefined,
    twilio: { auth_token: authToken },
    record: createWatcher(watch, events),
    drain_on_sigterm: false,
    ...options,
  });
  try {
    const stream = await dial({ url: server.url, publicUrl: PUBLIC_URL, authToken });
    const telephone = await connectTelephone(stream);
    return await talk(telephone, lines, { events, watch });
  } finally {
    await server.close();
  }
}

interface TalkOptions {
  readonly events: Subject<Pick<SessionEvent, 'name'>>;
  readonly watch: (event: PhoneEvent) => void;
}

async function talk(
  telephone: Telephone,
  lines: readonly PhoneLine[],
  { events, watch }: TalkOptions,
): Promise<FinishedCall> {
  const press = ({ keys }: PhoneLine): void => {
    if (keys === undefined) return;
    telephone.press(keys);
    // Whoever presses keys waits for an answer, as after words.
    events.next({ name: 'on_user_stopped_speaking' });
  };
  const spoken = guest(lines, { events, speak: telephone.speak, scheduler: asyncScheduler }).pipe(
    tap((line) => watch({ kind: 'line', line })),
    tap(press),
  );
  const byAgent = telephone.ended.then(() => 'agent' as const);
  const byCaller = lastValueFrom(spoken, { defaultValue: undefined }).then(() => 'caller' as const);
  try {
    const endedBy = await Promise.race([byAgent, byCaller]);
    return { heard: telephone.heard(), endedBy };
  } finally {
    events.complete();
    await telephone.hangUp();
  }
}

/** Watches a session from outside: what the caller does not know comes from the server. */
function createWatcher(watch: (event: PhoneEvent) => void, events: Subject<Pick<SessionEvent, 'name'>>): Recorder {
  const observe = ({ events$, edges }: SessionOutput): void => {
    events$.subscribe((event) => {
      events.next(event);
      const { name, input } = event;
      if (name === 'on_user_message_added') watch({ kind: 'understood', text: input.message.content });
    });
    spokenWords(edges, SAMPLE_RATE).subscribe((saying) => watch({ kind: 'saying', saying }));
  };
  return { begin: ({ borders }) => ({ borders, request: (_, carryOut) => carryOut(), observe }) };
}
