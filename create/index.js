#!/usr/bin/env node
// npm create antiphon [folder] -- [--template web|phone|realtime|react|speech]
import { main } from './main.js';

main(process.argv.slice(2));
