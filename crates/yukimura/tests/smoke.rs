use kernel::*;
use yukimura::Yukimura;
#[test]
fn plays() {
    let mut data = DataSet::new("gunbai");
    for (p, t) in Yukimura::files() {
        data.insert(p, t);
    }
    for scenario in ["yao", "domyoji", "matabei", "connected"] {
        let setup = Setup {
            system: "yukimura".into(),
            scenario: scenario.into(),
            options: Default::default(),
            revision: 1,
            position: None,
        };
        let rules = match Yukimura::open(&data, &setup) {
            Ok(r) => r,
            Err(e) => panic!("{e}"),
        };
        println!("{scenario} state {} bytes", std::mem::size_of::<yukimura::State>());
        let t = std::time::Instant::now();
        let mut total = 0;
        let mut wins = [0; 3];
        for seed in 0..20u64 {
            let mut lot = Lot::new(seed);
            let mut story = Story::silent();
            let mut state = rules.start(&mut story);
            let mut list = Actions::default();
            let mut falls = Vec::new();
            let mut n = 0;
            loop {
                n += 1;
                match rules.ask(&state) {
                    Ask::Choose(q) => {
                        let seat = q[0].seat;
                        list.clear(usize::MAX);
                        rules.actions(&state, seat, &mut list);
                        assert!(list.len() >= 2, "{:?}", q);
                        let a = *lot.pick(&list);
                        rules.play(&mut state, seat, &a, &mut story).unwrap();
                    }
                    Ask::Throw(r) => {
                        r.pool.every(&mut falls);
                        let f = lot.pick(&falls).0;
                        rules.fall(&mut state, f, &mut story);
                    }
                    Ask::Over(o) => {
                        wins[o.winner.map_or(2, |s| s.index())] += 1;
                        break;
                    }
                }
            }
            total += n;
        }
        println!("{scenario}: {total} inputs, {:?} wins {wins:?}", t.elapsed());
    }
}
