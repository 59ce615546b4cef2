// Generates docs/recording.schema.json from the schemas that recordings are read with. `--check`: only says whether it is
// up to date.
import { importSource } from './importSource.mjs';
import { writePage } from './page.mjs';

const { createRecordingSchema } = await importSource('src/record/schema.ts');

writePage('docs/recording.schema.json', `${JSON.stringify(createRecordingSchema(), null, 2)}\n`);
