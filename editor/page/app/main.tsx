// Where the page begins.
import { createRoot } from 'react-dom/client';
import { Frame } from './frame';
import { showProbe } from './probe';
import { startDocuments } from './session';
import { followWeights } from '../live/weights';
import { startKeys } from './keys';
import { startTheme } from './theme';
import './theme.css';
import './frame.css';

startTheme();
startDocuments();
followWeights();
startKeys();
showProbe();
createRoot(document.getElementById('root')!).render(<Frame />);
