// Where the page begins.
import { createRoot } from 'react-dom/client';
import { Frame } from './frame';
import { showProbe } from './probe';
import { startDocuments } from './session';
import { startTheme } from './theme';
import './theme.css';
import './frame.css';

startTheme();
startDocuments();
showProbe();
createRoot(document.getElementById('root')!).render(<Frame />);
