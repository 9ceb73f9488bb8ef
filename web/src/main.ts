import { mount } from 'svelte';
import App from './App.svelte';
import './settings.svelte';
import './style/base.css';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no #app element');
mount(App, { target });
