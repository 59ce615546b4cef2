import { comparesTheTable, provesTheTable } from './sdkTable.ts';

provesTheTable();
comparesTheTable(
  'openai 6.49',
  new URL('../../../../node_modules/openai/resources/realtime/realtime.d.ts', import.meta.url),
);
