// Where the page begins.
import { createRoot } from 'react-dom/client';
import { startSession } from '../live/session';
import { Frame } from './frame';
import './theme.css';
import './frame.css';

startSession();
createRoot(document.getElementById('root')!).render(<Frame />);
