import { Observable } from 'rxjs';
import type { LLMResponseHandlerInput } from '../../../src/session/agent.ts';
import type { SessionUpdate } from '../../../src/session/sessionControl.ts';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import { createTtsDouble, type TtsDouble } from '../../../src/testing/doubles/tts.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../../support/testSession.ts';

interface Asked {
  readonly system: readonly string[];
  readonly tools: readonly string[];
}

export interface UpdatedSession extends TestSession {
  readonly asked: readonly Asked[];
  update(atMs: number, changes: unknown): void;
  type(atMs: number, text: string): void;
}

/** Creates a session whose agent keeps what its handler gets. */
export function create(options: TestSessionOptions = {}): UpdatedSession {
  const clock = options.clock ?? new VirtualClock();
  const asked: Asked[] = [];
  const answer = createLlmDouble(options.llm ?? ['One.', 'Two.', 'Three.'], { scheduler: clock });
  const made = createTestSession({
    clock,
    config: { initial_messages: [{ role: 'system', content: 'Be brief.' }] },
    ...options,
    agent: {
      llm_response_handler: (input: LLMResponseHandlerInput) => {
        const system = input.messages.filter(({ role }) => role === 'system').map(({ content }) => String(content));
        asked.push({ system, tools: (input.tools ?? []).map((tool) => tool.function.name) });
        return answer(input);
      },
      ...options.agent,
    },
  });
  return {
    ...made,
    asked,
    update: (atMs, changes) => clock.schedule(() => made.session.update(changes as SessionUpdate), atMs),
    type: (atMs, text) => clock.schedule(() => made.io.user.text.next(text), atMs),
  };
}

export type Voice = TtsDouble & { readonly warm: string[] };

/** Creates a voice that keeps when it was warm. */
export function createVoice(clock: VirtualClock, name: string): Voice {
  const warm: string[] = [];
  const keepWarm: Voice['keepWarm'] = () =>
    new Observable(() => {
      warm.push(`open ${clock.now()}`);
      return () => warm.push(`closed ${clock.now()}`);
    });
  return Object.assign(createTtsDouble({ scheduler: clock }), { name, model: `${name}-1`, keepWarm, warm });
}
