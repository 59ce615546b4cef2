// Ends the process so many ms (the first argument) after a stream was opened, while the worker may be loading the model.
import { silero } from 'antiphon/providers';
import { NEVER, timer } from 'rxjs';
import { MODEL_PATH } from '../../../scripts/silero/model.mjs';

silero({ modelPath: MODEL_PATH, sampleRate: 16000 }).score(NEVER).subscribe();
timer(Number(process.argv[2])).subscribe(() => process.exit(0));
