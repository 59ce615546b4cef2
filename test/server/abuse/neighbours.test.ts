import { describe, expect, it } from 'vitest';
import { tap } from 'rxjs';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import { agentWith, appWith, joinSession, listening, startSession } from '../support.ts';
import { flood, frame } from './flood.ts';
import { witness } from './witness.ts';

const WORDS = 'We opened in nineteen eighty.';

const START = frame(0x1, undefined, false);
const text = (json: string): Buffer => frame(0x1, Buffer.from(json));

describe('a client that floods the server', () => {
  it.each([
    ['pongs', { piece: frame(0xa), times: 2_000_000 }, 4429],
    ['pings', { piece: frame(0x9), times: 2_000_000 }, 4429],
    ['pings with 125 bytes', { piece: frame(0x9, Buffer.alloc(125)), times: 500_000 }, 4429],
    ['messages of unknown types', { piece: text('{"type":"from.the.future"}'), times: 1_000_000 }, 4429],
    ['long messages of unknown types', { piece: text(`{"type":"x","a":"${'a'.repeat(60_000)}"}`), times: 4000 }, 4429],
    ['messages of a hundred levels', { piece: text(`{"type":"x","a":${'['.repeat(100)}`), times: 100_000 }, 4429],
    ['audio at the speed of the network', { piece: frame(0x2, Buffer.alloc(640)), times: 100_000 }, 4429],
    ['fragments without an end', { first: START, piece: frame(0, undefined, false), times: 2_000_000 }, 1008],
  ])('%s is closed, and its neighbour loses no frame', async (_name, poured, code) => {
    let heard = 0;
    const app = await appWith({
      agent: agentWith({ llm_response_handler: createLlmDouble([WORDS]) }),
      splice: { audioIn: tap(({ samples }) => (heard += samples.length)) },
    });
    const at = await listening(app);
    const [mine, other] = [await startSession(app), await startSession(app)];
    const beside = witness(await joinSession(mine, at));
    const attacker = await flood(other, at, poured);
    await beside.speak(50);
    expect(await attacker.code).toBe(code);
    await beside.speak(50);
    const { samples, announced } = await beside.listened;
    expect(samples).toBe(announced);
    expect(heard).toBeGreaterThanOrEqual(100 * 320);
  });
});
