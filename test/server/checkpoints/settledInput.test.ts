import { describe, expect, it } from 'vitest';
import { createSettledInput } from '../../../src/server/checkpoints/settledInput.ts';

const NONE = { texts: 0, speech: false };

describe('a client whose server dies sends again', () => {
  it('texts that are not in the history', () => {
    const settle = createSettledInput({ samples: 0, texts: 0 }, 1000);
    expect(settle({ samples: 0, texts: 3 }, { texts: 2, speech: false }).texts).toBe(1);
    expect(settle({ samples: 0, texts: 3 }, NONE).texts).toBe(3);
  });

  it('speech that is not in the history, from its beginning, and 200 ms that may be speech', () => {
    const settle = createSettledInput({ samples: 0, texts: 0 }, 1000);
    expect(settle({ samples: 5000, texts: 0 }, NONE).samples).toBe(4800);
    expect(settle({ samples: 7000, texts: 0 }, { texts: 0, speech: true }).samples).toBe(4800);
    expect(settle({ samples: 8000, texts: 0 }, NONE).samples).toBe(7800);
  });

  it('nothing that an earlier checkpoint has had', () => {
    const settle = createSettledInput({ samples: 5000, texts: 1 }, 1000);
    expect(settle({ samples: 5100, texts: 1 }, NONE)).toEqual({ samples: 5000, texts: 1 });
  });
});
