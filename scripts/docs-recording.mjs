// Generates docs/recording.schema.json from the schemas that recordings are read with. `--check`: only says whether it is
// up to date.
import { createRecordingSchema } from '../dist/src/record/schema.js';
import { writePage } from './page.mjs';

writePage('docs/recording.schema.json', `${JSON.stringify(createRecordingSchema(), null, 2)}\n`);
