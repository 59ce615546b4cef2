import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Engines } from './Engines.tsx';
import { Talk } from './Talk.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <Talk />
    <Engines />
  </StrictMode>,
);
