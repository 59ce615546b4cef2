/**
 * Creates turns of one to three parts of 0.6 to 1.6 s with pauses of 0.2 to 1.1 s between them. Half of the turns have no pause. The
 * same ones every time.
 */
export function createTurns(count) {
  const random = createRandom(19);
  return Array.from({ length: count }, (_, turn) => {
    const parts = turn % 2 === 0 ? 1 : 2 + Math.floor(random() * 2);
    let atMs = 320;
    const sounds = [];
    for (let part = 0; part < parts; part += 1) {
      const forMs = 32 * Math.round(20 + random() * 30);
      sounds.push({ atMs, forMs });
      atMs += forMs + 32 * Math.round(6 + random() * 28);
    }
    return { sounds, says: sounds.map((_, part) => `turn ${turn} part ${part}`) };
  });
}

/** A linear congruential generator with the constants of Numerical Recipes. */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
