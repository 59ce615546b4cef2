import type { AntiphonOptions } from '../../../src/server/plugin.ts';

export declare const BROKEN: Readonly<Record<string, Pick<AntiphonOptions, 'ports' | 'stages'>>>;
