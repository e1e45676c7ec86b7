import '@fontsource-variable/inter/wght.css';
import './ui/style/tokens.css';
import './ui/style/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { watchStyles } from './lib/failed-styles.ts';

watchStyles();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
