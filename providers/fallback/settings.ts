import type * as z from 'zod';
import type { Filled, Tagged } from '../../src/core/schema.ts';
import { getZod } from '../../src/core/zod.ts';
