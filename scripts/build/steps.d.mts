import type { Step } from './buildSteps.mjs';

export const STEPS: readonly Step[];
export const RUNNABLE: readonly Step[];
