import { createSession } from 'antiphon';
import {
  createSttDouble,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
  VirtualClock,
} from 'antiphon/testing';
import { createConcierge, type Visit } from '../../examples/concierge/agent.ts';

export interface Call {
  readonly clock: VirtualClock;
  readonly visit: Visit;
  /** `role: content` of the history, without the instructions; calls as `name(arguments)`. */
  readonly history: () => readonly string[];
  readonly errors: readonly string[];
  /** Why the call has ended. */
  readonly ended: () => string | undefined;
  /** The guest types; a minute passes. */
  type(text: string): Promise<void>;
}

/** Creates a call to the concierge on doubles, in virtual time, as a user of the package would. */
export async function call(): Promise<Call> {
  const clock = new VirtualClock();
  const agent = createConcierge({ scheduler: clock });
  const config = await agent.configure_session({ custom_data: {}, signal: new AbortController().signal });
  const io = createTransportDouble({ scheduler: clock });
  const tts = createTtsDouble({ scheduler: clock });
  const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [], scheduler: clock }), tts };
  const session = createSession(agent, config, io, { scheduler: clock, ports });
  const errors: string[] = [];
  let history: readonly string[] = [];
  let ended: string | undefined;
  session.errors$.subscribe(({ code }) => errors.push(code));
  session.history$.subscribe((entries) => {
    history = entries
      .slice(1)
      .map(({ message: { role, content, tool_calls: calls = [] } }) =>
        [`${role}: ${content}`, ...calls.map(({ function: { name, arguments: args } }) => `${name}(${args})`)].join(''),
      );
  });
  void session.ended.then(({ reason }) => {
    ended = reason;
  });
  session.start();
  await clock.advance(60_000);
  return {
    clock,
    visit: config.session_data,
    history: () => history,
    errors,
    ended: () => ended,
    type: (text) => {
      io.user.text.next(text);
      return clock.advance(60_000);
    },
  };
}
