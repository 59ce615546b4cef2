import { describe, test } from 'vitest';
import { playStt } from './marbleStt.ts';

describe('the next recogniser gets the segment', () => {
  test('from its beginning, when the first fails it', () => {
    const speech = ' sve---------';
    const aHears = ' sve---------';
    const aSays = '  -----x------';
    const bHears = ' -----(sve)--';
    const bSays = '  ----------f-';
    const text = '   -----r----f-';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text });
  });

  test('when the first is refused before anyone speaks', () => {
    const speech = ' --sve-----';
    const aHears = ' ----------';
    const aSays = '  -r--------';
    const bHears = ' --sve-----';
    const bSays = '  -------f--';
    const text = '   -r-----f--';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text });
  });

  test('and its interims are shown, when the first is refused while the user speaks', () => {
    const speech = ' svv------v--ve---';
    const aHears = ' svv-e------------';
    const aSays = '  --i-r------------';
    const bHears = ' ----(svv)v--ve---';
    const bSays = '  ------i----j---f-';
    const text = '   --i-r-i----j---f-';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text });
  });

  test('when the first is slow: 6 ms after the end of the segment', () => {
    const speech = ' sve-------------';
    const aHears = ' sve-------------';
    const aSays = '  ---------f------';
    const bHears = ' --------(sve)---';
    const bSays = '  -------------f--';
    const text = '   --------r----f--';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text });
  });

  test('not when the first answers 1 ms before', () => {
    const speech = ' sve--------';
    const aHears = ' sve--------';
    const aSays = '  -------f---';
    const bHears = ' -----------';
    const text = '   -------f---';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: '' }, text });
  });

  test('and what follows, when the first breaks off while the user speaks', () => {
    const speech = ' svv-----ve----';
    const aHears = ' svv-----------';
    const aSays = '  ---#----------';
    const bHears = ' ---(svv)ve----';
    const bSays = '  ------------f-';
    const text = '   ---r--------f-';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text });
  });

  test('behind a flush that the first has answered', () => {
    const speech = ' svf--ve-------';
    const aHears = ' svf--ve-------';
    const aSays = '  ---f----x-----';
    const bHears = ' --------(sve)-';
    const bSays = '  -------------f';
    const text = '   ---f----r----f';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text });
  });
});

describe('no word comes twice, and none is lost', () => {
  test('a final before the failure is shown as an interim, and the next recogniser answers', () => {
    const speech = ' sv--e---------';
    const aHears = ' sv--e---------';
    const aSays = '  --p---x-------';
    const bHears = ' ------(sve)---';
    const bSays = '  ------------f-';
    const text = '   --j---r-----f-';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text });
  });

  test('when all fail, the longest text that one of them has understood is kept', () => {
    const speech = ' sv--e--------------';
    const aHears = ' sv--e--------------';
    const aSays = '  --j---x------------';
    const bHears = ' ------(sve)--------';
    const bSays = '  -----------i-x-----';
    const text = '   --j---r----i-(qx)--';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text });
  });

  test('a late answer of a recogniser that was given up is not used', () => {
    const speech = ' sve------------';
    const aHears = ' sve------------';
    const aSays = '  -----------f---';
    const bHears = ' --------(sve)--';
    const bSays = '  -------------e-';
    const text = '   --------r----e-';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text });
  });
});

describe('a recogniser that has failed', () => {
  test('stands behind the others for 10 ms', () => {
    const speech = ' sve---------SVE------';
    const aHears = ' sve------------------';
    const aSays = '  ---x-----------------';
    const bHears = ' ---(sve)----SVE------';
    const bSays = '  ----------f-----F----';
    const text = '   ---r------f-----F----';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text });
  });

  test('is asked first again after them', () => {
    const speech = ' sve----------SVE-----';
    const aHears = ' sve----------SVE-----';
    const aSays = '  ---x-------------F---';
    const bHears = ' ---(sve)-------------';
    const bSays = '  ----------f----------';
    const text = '   ---r------f------F---';
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text });
  });
});

describe('hedging', () => {
  test('asks the next recogniser, too, after 3 ms: the first to answer is used, the other gets no more', () => {
    const speech = ' sve-----------';
    const aHears = ' sve-----------';
    const aSays = '  -----------f--';
    const bHears = ' -----(sve)----';
    const bSays = '  ----------f---';
    const text = '   ----------f---';
    const options = { timeoutMs: 20, hedge: { afterMs: 3 } };
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: bSays }, text, options });
  });

  test('asks nobody else, when the first answers before', () => {
    const speech = ' sve--------';
    const aHears = ' sve--------';
    const aSays = '  ----f------';
    const bHears = ' -----------';
    const text = '   ----f------';
    const options = { hedge: { afterMs: 3 } };
    playStt({ speech, a: { hears: aHears, says: aSays }, b: { hears: bHears, says: '' }, text, options });
  });

  test('`true` asks after the 95th percentile of 20 answers of the recogniser itself: 4 ms', () => {
    const latencies = [...Array.from({ length: 18 }, () => 2), 4, 9];
    const speech = ' sve-----------';
    const aHears = ' sve-----------';
    const aSays = '  --------------';
    const bHears = ' ------(sve)---';
    const bSays = '  -----------f--';
    const text = '   -----------f--';
    const a = { hears: aHears, says: aSays, latencies };
    playStt({ speech, a, b: { hears: bHears, says: bSays }, text, options: { timeoutMs: 20, hedge: true } });
  });
});
