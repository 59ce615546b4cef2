import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Talk } from './Talk.tsx';

const place = document.querySelector('#root');
if (place === null) throw new Error('index.html has no #root.');

export const root: Root = createRoot(place);
root.render(
  <StrictMode>
    <Talk />
  </StrictMode>,
);
