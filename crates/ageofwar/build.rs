fn main() -> std::io::Result<()> {
    embed::data_files("ageofwar")
}
