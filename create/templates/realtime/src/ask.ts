import { RealtimeAgent, RealtimeSession } from '@openai/agents-realtime';

const TIMEOUT_MS = 30_000;

/**
 * Connects with the Agents SDK of OpenAI, lets the agent greet, asks it, and returns its answer. `url`: of the server, such as
 * `ws://127.0.0.1:3000/v1/realtime`. A server without API keys takes any.
 */
export async function ask(url: string, text: string, apiKey = 'none'): Promise<string> {
  const session = new RealtimeSession(new RealtimeAgent({ name: 'caller' }), { transport: 'websocket' });
  const nextAnswer = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('There was no answer.')), TIMEOUT_MS);
      session.once('agent_end', (_context, _agent, answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  try {
    const greeting = nextAnswer();
    await session.connect({ apiKey, url });
    await greeting;
    const answer = nextAnswer();
    session.sendMessage(text);
    return await answer;
  } finally {
    session.close();
  }
}
