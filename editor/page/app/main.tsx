// Where the page begins.
import { createRoot } from 'react-dom/client';
import { Frame } from './frame';
import './theme.css';
import './frame.css';

createRoot(document.getElementById('root')!).render(<Frame />);
