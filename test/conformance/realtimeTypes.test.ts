import { comparesTheTable } from '../server/adapters/realtime/sdkTable.ts';

comparesTheTable('openai 7.55', new URL('node_modules/openai/resources/realtime/realtime.d.ts', import.meta.url));
