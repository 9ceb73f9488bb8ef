import '../../../../data/art/tokens.css';
import { mount } from 'svelte';
import Workbench from './Workbench.svelte';

const query = new URLSearchParams(location.search);
const dark = query.get('theme') === 'dark';
if (dark) document.documentElement.dataset.theme = 'dark';
document.body.style.cssText = 'margin:0;height:100dvh;overflow:hidden;overscroll-behavior:none';
mount(Workbench, { target: document.getElementById('workbench')!, props: { query } });
