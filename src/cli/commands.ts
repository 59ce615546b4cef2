import type { Command } from './command.ts';
import { draw } from './draw.ts';
import { exportCommand } from './export.ts';
import { explainCommand } from './explain.ts';
import { key } from './key.ts';
import { models } from './models.ts';
import { replay } from './replay.ts';
import { scoreCommand } from './score.ts';
import { serve } from './serve.ts';
import { studio } from './studio.ts';
import { sweep } from './sweep.ts';
import { test } from './test.ts';
import { turns } from './turns.ts';

/** The commands, in the order of `--help`. `docs/command-line.md` lists them. */
export const COMMANDS: readonly Command[] = [
  serve,
  studio,
  replay,
  explainCommand,
  sweep,
  test,
  turns,
  draw,
  exportCommand,
  scoreCommand,
  key,
  models,
];
