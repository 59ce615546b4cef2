import { it } from 'vitest';
import { appendFileSync } from 'node:fs';
import { createTestSession } from '../../support/testSession.ts';
import { says } from '../../support/userActions.ts';
it('x', async () => {
  for (const speechModel of [
    undefined,
    { replies: ['One two three four five six seven eight nine ten.', 'Two.'], words: ['a', 'b'], sampleRate: 16000 },
  ]) {
    const t = performance.now();
    const p = createTestSession({
      user: [says(320, 'tell me'), says(9000, 'again')],
      llm: ['One two three four five six seven eight nine ten.', 'Two.'],
      ...(speechModel && { speechModel }),
    });
    await p.clock.run(90_000);
    appendFileSync('/tmp/t/prof.txt', `${p.history().length} ${Math.round(performance.now() - t)}\n`);
  }
});
