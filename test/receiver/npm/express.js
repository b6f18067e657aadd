/** A receiver in Express, beside a route whose body is parsed. */
import express from 'express';
import { receiver } from './receiver.js';

const { PORT } = process.env;
const app = express();
app.post('/hooks', receiver.node);
app.use(express.json());
app.post('/json', (request, response) => response.json(request.body));
app.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on ${PORT}`));
